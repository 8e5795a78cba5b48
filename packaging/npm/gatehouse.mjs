#!/usr/bin/env node
// The first thing that runs, on whatever Node there is: it says what is missing before anything fails on it. It uses
// nothing that an old Node cannot read.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

// In these versions came what the application cannot do without: node:sqlite without a flag, tls.getCACertificates.
const isNewEnough = major > 23 || (major === 23 && minor >= 10) || (major === 22 && minor >= 15);

if (isNewEnough) {
  await import('../out/main/headless.js');
} else {
  process.stderr.write(
    `Gatehouse needs Node 22.15 or newer, and this is Node ${process.versions.node}.\n` +
      '  Fix: install Node 24, or the package gatehouse-headless, which brings its own.\n',
  );
  process.exitCode = 1;
}
