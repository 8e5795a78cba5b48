/** How one system, browser or runtime is made to trust a root certificate. */
export interface TrustInstruction {
  readonly system: 'windows' | 'macos' | 'debian' | 'fedora' | 'firefox' | 'node' | 'java' | 'curl';
  readonly name: string;
  /** Commands, or steps in the words of that product's own menus. */
  readonly trust: readonly string[];
  /** The way back. */
  readonly undo: readonly string[];
}

/**
 * Instructions for trusting the root that was saved as `fileName`, and for ending that trust. `fileName` is put into
 * commands as it is: it has to be one that needs no quotes.
 */
export function trustInstructions(fileName: string): readonly TrustInstruction[] {
  const alias = fileName.replace(/\.[a-z]+$/, '');
  return [
    {
      system: 'windows',
      name: 'Windows, for this user',
      trust: [`certutil -user -addstore Root ${fileName}`],
      undo: ['certmgr.msc: Trusted Root Certification Authorities, Certificates; delete “Gatehouse CA of …”'],
    },
    {
      system: 'macos',
      name: 'macOS, for this user',
      trust: [`security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db ${fileName}`],
      undo: [`security remove-trusted-cert ${fileName}`],
    },
    {
      system: 'debian',
      name: 'Debian and Ubuntu',
      trust: [
        `sudo cp ${fileName} /usr/local/share/ca-certificates/${alias}.crt`,
        'sudo update-ca-certificates',
      ],
      undo: [`sudo rm /usr/local/share/ca-certificates/${alias}.crt`, 'sudo update-ca-certificates --fresh'],
    },
    {
      system: 'fedora',
      name: 'Fedora and Red Hat',
      trust: [`sudo trust anchor ${fileName}`],
      undo: [`sudo trust anchor --remove ${fileName}`],
    },
    {
      system: 'firefox',
      name: 'Firefox, which has its own certificate store',
      trust: [
        'Settings, Privacy & Security, View Certificates, Authorities, Import',
        `Choose ${fileName} and select “Trust this CA to identify websites”`,
      ],
      undo: ['Settings, Privacy & Security, View Certificates, Authorities, Delete or Distrust'],
    },
    {
      system: 'node',
      name: 'Node.js',
      trust: [`NODE_EXTRA_CA_CERTS=${fileName}`],
      undo: ['Remove NODE_EXTRA_CA_CERTS from the environment'],
    },
    {
      system: 'java',
      name: 'Java',
      trust: [`keytool -importcert -cacerts -alias ${alias} -file ${fileName}`],
      undo: [`keytool -delete -cacerts -alias ${alias}`],
    },
    {
      system: 'curl',
      name: 'curl, for one request',
      trust: [`curl --cacert ${fileName} https://…`],
      undo: ['Nothing to undo'],
    },
  ];
}
