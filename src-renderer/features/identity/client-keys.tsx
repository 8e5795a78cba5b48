import { KeySquare } from 'lucide-react';
import { assertionAlgorithms, methodOfAlgorithm } from '#shared/oauth/index.ts';
import { Button } from '../../ui/button.tsx';
import type { ClientPartProps } from './client-grants.tsx';
import { ChoiceMember, JsonMember, listOf, Part, TextMember, textOf } from './fields.tsx';
import { FindingsAt } from './findings.tsx';
import { useFormUnderEdit } from './form-context.ts';
import { isKeySet } from './key-set.ts';
import { newKeyPair } from './new-key-pair.ts';
import { SecretInput } from './secret-input.tsx';
import type { Form } from './use-form.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.clientForm;

/** The algorithms of a method by which a client signs who it is. */
function algorithmsOf(method: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    assertionAlgorithms.filter((name) => methodOfAlgorithm(name) === method).map((name) => [name, name]),
  );
}

/** A new pair: the public key goes into the file, the private one is encrypted when the form is saved. */
async function addKeyPair(form: Form): Promise<void> {
  const { publicJwk, privateJwk } = await newKeyPair();
  form.change(
    { jwks: { keys: [publicJwk] }, jwks_uri: undefined },
    { private_key: JSON.stringify(privateJwk) },
  );
}

/** The keys with which a client signs who it is and what it asks for. RFC 7591 §2 */
export function ClientKeys({ findings }: ClientPartProps) {
  const { form } = useFormUnderEdit();
  const method = textOf(form, 'token_endpoint_auth_method');
  const signs = method === 'private_key_jwt' || method === 'client_secret_jwt';
  const usesBrowser =
    listOf(form, 'response_types').length > 0 || listOf(form, 'grant_types').includes('authorization_code');
  if (!signs && !usesBrowser) return null;
  const hasUri = textOf(form, 'jwks_uri') !== '';
  return (
    <Part title={messages.keys}>
      {signs ? (
        <>
          <ChoiceMember
            member="token_endpoint_auth_signing_alg"
            label={messages.assertionAlgorithm}
            options={algorithmsOf(method)}
            absent={messages.assertionAny}
          />
          <FindingsAt findings={findings} pointer="/token_endpoint_auth_signing_alg" />
        </>
      ) : null}
      {form.document['jwks'] === undefined ? (
        <TextMember member="jwks_uri" label={messages.jwksUri} help={messages.jwksUriHelp} />
      ) : null}
      {hasUri ? null : (
        <JsonMember
          member="jwks"
          label={messages.jwks}
          help={messages.jwksHelp}
          invalid={messages.jwksInvalid}
          rows={form.document['jwks'] === undefined ? 2 : 8}
          isFit={isKeySet}
        />
      )}
      <FindingsAt findings={findings} pointer="/jwks" />
      {method === 'private_key_jwt' ? (
        <>
          {form.isReadOnly ? null : (
            <div className="field">
              <span className="label">{messages.keyPair}</span>
              <span>
                <Button small icon={KeySquare} onPress={() => void addKeyPair(form)}>
                  {messages.newKeyPair}
                </Button>
              </span>
              <span className="help">{messages.privateKeyHelp}</span>
            </div>
          )}
          <SecretInput member="private_key" label={messages.privateKey} canTakeAway />
        </>
      ) : null}
    </Part>
  );
}
