import type { SignInPreview } from '#shared/api/sign-ins.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type FieldMeaning, type SignIn, type SignInFile } from '#shared/sign-ins/index.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import type { Target } from '#shared/workspace/index.ts';
import { httpOrigin } from './address-pattern.ts';
import { importRecording } from './import/import-recording.ts';

/** The parts of a workspace that an import needs. */
export interface SignInImportPorts {
  readonly targets: () => readonly Target[];
  readonly signIns: () => readonly SignIn[];
  /** Writes `sign-ins/<name>.json`. @throws workspace.unwritable */
  readonly writeSignIn: (name: string, file: SignInFile) => string;
  /** Names a sign-in in the file of a target, and further origins. @throws workspace.unwritable, workspace.syntax */
  readonly nameInTarget: (target: string, name: string, origins: readonly string[]) => void;
  /** The recording of what was watched in the browser of a run; null: there is none. */
  readonly watched: (runId: string) => object | null;
  /** Drops that recording: it holds what was typed. */
  readonly forgetWatched: (runId: string) => void;
}

/** A recording, and what is said of it. */
export interface RecordingInput {
  readonly target: string;
  readonly text: string;
  /** The run in whose browser it was watched, in place of a text. */
  readonly run?: string | undefined;
  readonly username?: string | undefined;
  readonly fields: readonly { readonly act: number; readonly meaning: FieldMeaning }[];
}

export interface SignInImports {
  /** @throws flow.unknown-target, sign-in.not-watched, and as `importRecording` */
  preview(input: RecordingInput): SignInPreview;
  /** @throws sign-in.answer-needed, workspace.duplicate, workspace.unwritable, and as `preview` */
  write(
    input: RecordingInput & {
      readonly name?: string | undefined;
      readonly replace: boolean;
      readonly addOrigins: boolean;
    },
  ): SignInPreview & { readonly name: string; readonly path: string };
}

/** Imports of recordings into a workspace. */
export function createSignInImports(ports: SignInImportPorts): SignInImports {
  function documentOf({ run, text }: RecordingInput): unknown {
    // The parser's own words would quote the text, passwords included.
    if (run === undefined) return parsedJson(text) ?? null;
    return ports.watched(run) ?? notWatched();
  }
  function preview(input: RecordingInput): SignInPreview {
    const { target: name, username, fields } = input;
    const target = requireTarget(ports.targets(), name);
    const known = target.users.map((user) => ({ username: user.username, password: user.password() }));
    const isKnown = username === undefined || known.some((user) => user.username === username);
    const { file, questions, origins } = importRecording(documentOf(input), {
      users: isKnown ? known : [...known, { username, password: null }],
      fields: new Map(fields.map(({ act, meaning }) => [act, meaning])),
    });
    const allowed = new Set(originsOfTarget(target));
    return {
      file,
      questions: [...questions],
      foreignOrigins: origins.filter((origin) => !allowed.has(origin)),
    };
  }
  return {
    preview,
    write(input) {
      const made = preview(input);
      const name = input.name ?? input.target;
      if (made.questions.length > 0) throw answerNeeded(made.questions);
      if (!input.replace && ports.signIns().some((signIn) => signIn.name === name))
        throw new GatehouseError('workspace.duplicate', `The sign-in ${name} already exists.`, {
          fix: 'Choose another name, or choose to replace it.',
        });
      const path = ports.writeSignIn(name, made.file);
      ports.nameInTarget(input.target, name, input.addOrigins ? made.foreignOrigins : []);
      if (input.run !== undefined) ports.forgetWatched(input.run);
      return { ...made, name, path };
    },
  };
}

/** The origins at which a target lets values be typed, as far as its file says them. */
export function originsOfTarget({ file }: Pick<Target, 'file'>): readonly string[] {
  const addresses = [file.issuer, file.authorization_endpoint, ...(file.sign_in?.origins ?? [])];
  return addresses.flatMap((address) => httpOrigin(address ?? '') ?? []);
}

/** @throws sign-in.not-watched */
function notWatched(): never {
  throw new GatehouseError('sign-in.not-watched', 'This run has no recording of a manual sign-in.', {
    fix: 'Run the flow in the controlled browser and sign in there. Gatehouse keeps the recording for half an hour, or until it closes.',
  });
}

/** @throws flow.unknown-target */
function requireTarget(targets: readonly Target[], name: string): Target {
  const target = targets.find((candidate) => candidate.name === name);
  if (target !== undefined) return target;
  throw new GatehouseError('flow.unknown-target', `The workspace has no server ${name}.`, {
    fix:
      targets.length === 0
        ? 'Add the server first: “Add a server…” in Flows, or a file targets/<name>.json.'
        : `Use one of ${targets.map((candidate) => candidate.name).join(', ')}.`,
  });
}

function answerNeeded(questions: SignInPreview['questions']): GatehouseError {
  const places = questions.map(({ act, field, shape, length }) => {
    const what = shape === 'digits' ? `${length} digits` : `${length} characters`;
    return `action ${act}${field === '' ? '' : ` (${field})`}, ${what}`;
  });
  return new GatehouseError(
    'sign-in.answer-needed',
    `The meaning of some typed texts is unknown: ${places.join('; ')}.`,
    {
      fix: 'For each, choose user name, password, code or plain text, or leave it out.',
    },
  );
}
