import { PreventableEvent, requireReady } from './app.ts';
import { answerAsk, note, settings } from './link.ts';

type RequestHandler = (
  contents: unknown,
  permission: string,
  answer: (isGranted: boolean) => void,
  details: { readonly requestingUrl: string; readonly isMainFrame: boolean },
) => void;
type CheckHandler = (contents: unknown, permission: string, origin: string, details: unknown) => boolean;
type DeviceHandler = (details: unknown) => boolean;

// Without handlers of the host, Electron grants what is asked for.
let onRequest: RequestHandler = (_contents, _permission, answer) => answer(true);
let onCheck: CheckHandler = () => true;
let onDevice: DeviceHandler = () => true;

interface DownloadItem {
  getURL(): string;
  getFilename(): string;
  setSaveDialogOptions(options: unknown): void;
  setSavePath(path: string): void;
}
type DownloadListener = (event: PreventableEvent, item: DownloadItem) => void;

// Without a listener a person is asked where to.
let onDownload: DownloadListener = () => {};

const defaultSession = {
  setPermissionRequestHandler(handler: RequestHandler): void {
    onRequest = handler;
  },
  setPermissionCheckHandler(handler: CheckHandler): void {
    onCheck = handler;
  },
  setDevicePermissionHandler(handler: DeviceHandler): void {
    onDevice = handler;
  },
  on(name: string, listener: DownloadListener): void {
    if (name === 'will-download') onDownload = listener;
  },
};

export const session = {
  get defaultSession() {
    requireReady(true, 'session.defaultSession');
    return defaultSession;
  },
};

answerAsk('permission', ({ permission, origin }) => {
  let isGranted = false;
  onRequest(
    {},
    permission,
    (given) => {
      isGranted = given;
    },
    { requestingUrl: `${origin}/`, isMainFrame: true },
  );
  return {
    isGranted,
    isChecked: onCheck(null, permission, `${origin}/`, { isMainFrame: true }),
    isDeviceAllowed: onDevice({ deviceType: permission, origin, device: {} }),
  };
});

// Not the text itself, so that a key in clear in the state would be seen.
const flip = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0xa5));

export const safeStorage = {
  getSelectedStorageBackend(): 'gnome_libsecret' | 'basic_text' {
    requireReady(true, 'safeStorage');
    return settings.hasKeyStore ? 'gnome_libsecret' : 'basic_text';
  },
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    requireReady(true, 'safeStorage');
    return settings.hasKeyStore;
  },
  async encryptStringAsync(text: string): Promise<Buffer> {
    return flip(Buffer.from(text, 'utf8'));
  },
  async decryptStringAsync(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    return { result: flip(sealed).toString('utf8'), shouldReEncrypt: false };
  },
};

answerAsk('download', ({ url, fileName }) => {
  const event = new PreventableEvent();
  let chosen: unknown = null;
  let savePath = '';
  onDownload(event, {
    getURL: () => url,
    getFilename: () => fileName,
    setSaveDialogOptions: (options) => {
      chosen = options;
    },
    setSavePath: (path) => {
      savePath = path;
    },
  });
  return { isPrevented: event.defaultPrevented, dialog: chosen, savePath };
});

export const shell = {
  async openExternal(url: string): Promise<void> {
    note({ type: 'open-external', url });
  },
};
