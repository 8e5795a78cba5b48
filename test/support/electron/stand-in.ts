// The module that the main process imports as `electron` when the built desktop application runs in plain Node. It keeps to
// Electron's order of things (what must come before ready, what after) and to its defaults, which allow everything.
export { app, protocol } from './app.ts';
export { clipboard, dialog, nativeTheme, net, powerMonitor, screen } from './desktop.ts';
export { Menu, Tray } from './menu.ts';
export { MessageChannelMain } from './message-ports.ts';
export { safeStorage, session, shell } from './session.ts';
export { utilityProcess } from './utility-process.ts';
export { BrowserWindow, ipcMain } from './window.ts';
