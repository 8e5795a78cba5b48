/**
 * Every code that an error of Gatehouse itself can carry (protocol error codes of OAuth stand in `#shared/oauth`).
 * The reference page is made from this table, and a test fails for a code that is used but not listed.
 */
export const errorCodes = {
  'activity.filter-invalid': 'A filter of the activity log is invalid. The message says what was expected.',
  'api.invalid-input': 'The input of an API call does not match its schema.',
  'api.not-found': 'The requested object does not exist.',
  'api.internal': 'An unexpected error occurred, or the engine did not respond to a call.',
  'browser.closed': 'The window of the controlled browser was closed before the flow finished.',
  'browser.crashed': 'The controlled browser, or its page, crashed.',
  'browser.did-not-start': 'The controlled browser did not start, or did not respond within 10 seconds.',
  'browser.no-sandbox':
    'The controlled browser runs without its sandbox, which is not available to root in a container.',
  'browser.not-found': 'No Chromium, Chrome or Edge was found in the usual folders.',
  'browser.root-refused': 'The controlled browser does not start as root, because its sandbox would be off.',
  'cli.usage': 'The arguments of the command are invalid.',
  'clock.invalid-jump': 'The requested time is outside the range of the virtual clock.',
  'connector.invalid': 'A member of a connector configuration does not match its schema.',
  'connector.missing-member': 'A required member of a connector configuration is missing.',
  'connector.unknown-member': 'A connector configuration has a member that no product reads.',
  'connector.unused-member':
    'A member of a connector configuration has no effect, or a different effect than intended.',
  'connector.extension': 'A connector configuration uses a feature that the products do not document.',
  'connector.version':
    'A connector configuration requires a connector version or connector server that the host does not support.',
  'connector.insecure': 'A connector does not validate certificates properly.',
  'connector.credentials-missing':
    'A property that the authentication method of a connector requires is missing.',
  'connector.key-unsuited': 'The key of a connector does not support the required signature algorithm.',
  'connector.duplicate-attribute': 'The schema of an object type defines an attribute twice.',
  'connector.unknown-attribute':
    'A connector configuration names an attribute or object type that does not exist.',
  'connector.body-unsuited':
    'The values of some attributes do not fit into the request body of an operation.',
  'connector.expression-costly':
    'A regular expression of a connector takes too long to match a response of the remote system.',
  'connector.filter-invalid':
    'A filter names an attribute that the object type of a connector does not have.',
  'connector.filter-local':
    'The connector evaluates part of a filter itself after reading, because `filters` does not define it for the remote system.',
  'connector.many-requests': 'A connector operation sends additional requests for each record.',
  'connector.paging-incomplete': 'With the configured paging, a connector cannot read all pages.',
  'connector.paging-overlap': 'The pages of a connector overlap, because the remote system counts from 1.',
  'connector.path-invalid':
    'A path in a connector configuration is invalid, or has no meaning in that member.',
  'connector.pattern-invalid': 'A regular expression in a connector configuration is invalid.',
  'connector.placeholder-unsuited':
    'A placeholder in a connector configuration has no value there, or a value of the wrong type.',
  'connector.unknown-placeholder': 'A connector configuration names an unknown placeholder.',
  'connector.replacing-put':
    'The UPDATE operation of a connector replaces whole objects and loses the members that it does not send.',
  'connector.uid-absent': 'A connector request uses {uid} where no uid is available.',
  'connector.value-not-binary': 'The value of a BINARY attribute is not valid Base64.',
  'connector.value-not-boolean': 'The value of a BOOLEAN attribute is neither true nor false.',
  'connector.value-not-datetime': 'The value of a DATETIME attribute is not a valid ISO 8601 date and time.',
  'connector.value-not-integer':
    'The value of an INTEGER attribute is not a whole number, or is too large to be exact.',
  'connector.value-not-number': 'The value of a DECIMAL attribute is not a number.',
  'connector.value-not-object': 'The value of a COMPLEX attribute is not an object.',
  'connector.value-not-reference': 'The value of a REFERENCE attribute is neither a uid nor an object.',
  'connector.value-not-text': 'The value of a STRING attribute is an object or a list.',
  'connector.value-several': 'A single-valued attribute received several values.',
  'connector.whole-object':
    'The UPDATE operation writes whole objects, but the connector does not read them, or reads a different structure.',
  'connector.refused':
    'The host rejected an operation before the connector ran, or a run cannot be recorded.',
  'connector.keystore': 'The keystore file of the workspace is not readable.',
  'connector.not-confirmed': 'An operation that writes to a server on another machine was not confirmed.',
  'connector.already-exists': 'The object already exists in the remote system of a connector.',
  'connector.bad-request':
    'A connector or its remote system rejected the input, such as a filter, a page or a path.',
  'connector.configuration':
    'The configuration of a connector does not work. The message names the property.',
  'connector.foreign-link':
    'The remote system of a connector returned a link to a next page on another server.',
  'connector.forbidden': 'The credentials of a connector do not permit the operation.',
  'connector.invalid-attribute':
    'The object type does not accept an attribute, or a required value is missing.',
  'connector.changed': 'An object changed in the remote system of a connector after it was read.',
  'connector.not-found': 'The object does not exist in the remote system of a connector.',
  'connector.remote-failed':
    'A connector operation was stopped, or one of its requests received no usable response.',
  'connector.timeout': 'A connector operation exceeded its timeout.',
  'connector.unauthorized':
    'The remote system of a connector, or its token endpoint, rejected the credentials.',
  'connector.unavailable':
    'The remote system of a connector, or its token endpoint, is unreachable, untrusted or temporarily unavailable.',
  'connector.unsupported':
    'The connector does not have the object type, or the object type does not support the operation.',
  'contract.cyclic-reference':
    'A reference in a linted document is circular, has no target, or includes too much.',
  'contract.finding-gone': 'The finding to fix no longer exists, or its file has changed.',
  'contract.har-invalid': 'The linted HAR file is truncated or malformed.',
  'contract.source-unknown': 'The file that was imported for the linter does not exist.',
  'contract.too-large': 'A linted file exceeds the size limit of its kind, or there are too many files.',
  'contract.rule-unknown': 'A rule to ignore, or to give a severity, does not exist.',
  'contract.too-slow': 'The linter took too long to read a file, and its worker was stopped.',
  'contract.unreadable': 'A file or folder to lint is missing, not imported or not readable.',
  'contract.upload-broken': 'A part of a file that is uploaded for the linter is out of order.',
  'engine.stopped': 'The engine or one of its jobs has stopped, or another workspace is opening.',
  'engine.unresponsive':
    'A stopped job did not end in time and was terminated. It does not resume by itself.',
  'exchange.har-invalid':
    'Gatehouse cannot import exchanges from the format of the document. The message gives the position of the first error, if known.',
  'exchange.har-too-large': 'The HAR file exceeds the size limit of an import.',
  'exchange.host-not-typed':
    'A recorded request would leave this machine, and its host name was not typed as confirmation.',
  'exchange.not-replayable': 'The exchange cannot be sent again as recorded.',
  'exchange.no-secret': 'The exchange or the run has no secret to reveal there.',
  'expression.syntax': 'An expression has a syntax error. The position shows where.',
  'expression.unknown-name': 'An expression reads a name that is not defined there.',
  'expression.unknown-function': 'An expression calls a function or method that the language does not have.',
  'expression.arguments': 'A function or method of an expression has too few or too many arguments.',
  'expression.pattern': 'A regular expression is invalid, or has no bound on its matching time.',
  'expression.unavailable':
    'An expression calls a function that reads files or certificates, which is not available here.',
  'expression.no-value': 'A configuration expression does not evaluate to a value of the required type.',
  'fault.invalid': 'The fault rule names a fault or a service that does not exist.',
  'flow.not-waiting': 'The run is not waiting for this action.',
  'flow.not-checkable': 'The server offers no way to validate the token.',
  'flow.unknown-client': 'The client does not exist in the workspace or on the chosen server.',
  'flow.client-unsuited': 'The registration of the client does not permit this flow.',
  'flow.no-callback': 'No redirect URI of the client points to Gatehouse.',
  'flow.value-missing':
    'A request of a run needs a value that no step has provided yet, or that cannot be generated.',
  'flow.no-metadata': 'The metadata of another authorization server is not readable.',
  'flow.no-token': 'A flow that was run for its token ended without one.',
  'flow.timeout': 'A flow exceeded its timeout.',
  'flow.no-endpoint': 'The server has no endpoint that the flow needs.',
  'flow.registration-refused': 'A server did not register a client, or did not end a registration.',
  'flow.no-request': 'The step has no request to edit or send.',
  'flow.unknown-target':
    'The workspace has no file for this server, or the copy of the hosted server is closed.',
  'flow.issuer-untrusted': 'The server does not trust the issuer of the assertions that Gatehouse signs.',
  'flow.certificate-unusable': 'The certificate of a client at another server cannot be used.',
  'flow.service-stopped': 'A service that the flow needs is not running.',
  'attack.not-confirmed': 'An attack on a server on another machine was not confirmed.',
  'attack.no-page':
    'The server does not show the page that an attack needs, or the page lacks the required element.',
  'attack.not-finished': 'An attack run ended before all cases were run.',
  'attack.case-taken': 'A workspace case uses an id that the catalogue or another case already has.',
  'attack.other-origin':
    'A workspace case sends to a server other than the target and the canary, or sends too much.',
  'attack.not-for-client':
    'The case targets credentials that the client authentication method of this client does not use.',
  'import.cell-too-large': 'A row of an imported file exceeds the length limit.',
  'import.column-missing': 'A mapping names a column that does not exist, or no column is mapped.',
  'import.dates-invalid': 'The date format, the time zone or the time for all rows of an import is invalid.',
  'import.encoding-wrong': 'An imported file does not match the chosen encoding.',
  'import.formula-value': 'A cell of an imported file starts like a formula.',
  'import.header-repeated': 'A row of an imported file repeats the header.',
  'import.nul': 'A row of an imported file contains a NUL character.',
  'import.quote-open': 'A quoted cell of an imported file has no closing quote.',
  'import.quote-stray': 'A cell of an imported file contains an unescaped quote.',
  'import.ragged-row': 'A row of an imported file has more or fewer cells than the header.',
  'import.reconsent-scheduled': 'A revision that requires all users to consent again takes effect later.',
  'import.revision-mismatch':
    'The current revision on the platform is not the most recent effective revision.',
  'import.sheet-missing': 'The sheet does not exist in an imported workbook.',
  'import.source-changed': 'An imported file changed while it was read.',
  'import.source-empty': 'An imported file has no rows.',
  'import.source-missing':
    'An imported file cannot be opened, or the rows that were read from it are missing.',
  'import.too-slow': 'An import job did not respond for too long, and its worker was stopped.',
  'import.two-headers': 'Two records of an imported file look like headers.',
  'import.workbook-encrypted': 'An imported workbook is password-protected or has the old binary format.',
  'import.workbook-invalid': 'An imported workbook is damaged or is not a workbook.',
  'import.workbook-too-large': 'An imported workbook is too large when it is unpacked.',
  'job.unknown-kind': 'The journal contains a job of a kind that this version does not support.',
  'job.not-pausable': 'Jobs of this kind cannot be paused.',
  'host.not-running': 'The work needs a running host, but no host serves this workspace.',
  'host.no-screens': 'The running host does not serve the screens to a browser.',
  'key.unsupported':
    'A key has a type that some hosts do not support: Ed448, X448, secp256k1, DSA, or encryption in the legacy PEM format.',
  'listener.port-taken': 'Another process uses the configured port.',
  'listener.port-forbidden': 'The operating system does not allow this user to listen on the port.',
  'listener.address-unavailable': 'The bind address does not exist on this machine.',
  'listener.no-descriptors': 'The process has reached its limit of open files and connections.',
  'listener.exposed': 'A service listens on an address that other machines can reach.',
  'network.proxy-refused': 'The proxy of the workspace rejected a request.',
  'network.proxy-unreachable': 'The proxy of the workspace is unreachable.',
  'network.ca-unreadable': 'A CA file of the workspace is not readable or contains no certificate.',
  'route.invalid': 'A member of a route is missing or does not match the format.',
  'route.unknown-member': 'A route has a member that is not read, or that has no effect there.',
  'route.unknown-type': 'A route declares an object of a type that the gateway does not support.',
  'route.unknown-reference': 'A route refers to a name that its heap does not define.',
  'route.reference-cycle': 'Objects of a route refer to each other in a cycle.',
  'route.conflict': 'A route sets both or neither of two alternative members, or uses a heap name twice.',
  'script.invalid': 'A script is invalid or too long, or an argument has an invalid name.',
  'script.unknown-language': 'The media type of a script is not supported.',
  'script.file-missing':
    'A script names a file that the workspace does not have, or that is outside the script folder.',
  'script.failed': 'A script threw an error or returned an unexpected value.',
  'script.timeout': 'A script exceeded its timeout and was stopped.',
  'script.shut': 'A script was stopped three times in a row. It runs again after it is changed.',
  'secret.unresolved': 'The workspace names a secret that is not stored.',
  'secret.not-allowed':
    'A file names a stored secret that it is not allowed to use. Requests that need the secret are not sent.',
  'secret.uses-to-answer':
    'Files use stored secrets of other files without a decision. They continue to work until you allow or deny each use.',
  'secret.in-clear': 'A workspace file contains a secret in clear text.',
  'secret.sealed':
    'A workspace file contained a secret in clear text. The secret is now stored, and the file contains its name.',
  'secret.masked': 'A text contains a mask, but the file has no secret in that position.',
  'secret.crypto-key-missing': 'The key of a $crypto document is not stored or is invalid.',
  'secret.crypto-unreadable': 'A $crypto document cannot be decrypted or has an unknown format.',
  'desktop.no-sandbox': 'The desktop application was started without the sandbox of its page.',
  'secret.key-missing':
    'The key that encrypts a state is missing, and starting with a new key was not confirmed.',
  'secret.key-lost': 'The available key does not decrypt the stored secrets and records.',
  'secret.key-invalid':
    'The key that encrypts stored secrets is unreadable or malformed, or the key store is unavailable.',
  'secret.key-locked':
    'The key store of the operating system is locked, so the key that encrypts stored secrets is not readable.',
  'secret.key-unprotected':
    'The operating system has no key store. The key that encrypts stored secrets is protected only by a publicly known key.',
  'secret.key-fixed':
    'The key that encrypts stored secrets comes from the environment or is not stored by a host. It cannot be changed here.',
  'sign-in.act-refused': 'A recording contains an action that a sign-in does not allow.',
  'sign-in.answer-invalid': 'A choice for a recording does not match the text that was typed.',
  'sign-in.answer-needed':
    'For a typed text, it is unknown whether it is a user name, a password, a one-time code or plain text.',
  'sign-in.keys-without-field':
    'Keys of a recording were typed into a field that the recording does not name.',
  'sign-in.missing': 'A target names a sign-in that the workspace does not have.',
  'sign-in.not-watched': 'The run has no recording of a manual sign-in.',
  'sign-in.recording-invalid':
    'A file is not a recording of the Chrome Recorder, or exceeds the limits of a sign-in.',
  'sign-in.script': 'A recording would run a script, which a sign-in does not allow.',
  'sign-in.seed-invalid': 'The seed of one-time codes is neither Base32 nor an otpauth URI.',
  'simulation.assertion-invalid': 'An assertion about a simulation is invalid.',
  'simulation.cancelled': 'A simulation was stopped before it finished.',
  'simulation.no-filter': 'The route has no throttling filter of this name, so there is nothing to simulate.',
  'simulation.script-missing': 'A policy is a script, but scripts are not available here.',
  'simulation.too-large': 'The simulation exceeds the number of requests that can be simulated one by one.',
  'state.busy': 'Another process has this workspace open.',
  'state.corrupt': 'All or part of the state was damaged and set aside, or the key does not decrypt a value.',
  'state.foreign': 'The folder given for the state belongs to another workspace.',
  'state.moved':
    'A state with the id of this workspace exists, but it is unclear whether it belongs to this folder.',
  'state.taken-over': 'A workspace now uses the state of another folder or of an earlier version.',
  'state.exposed': 'Other users of this machine can read the folder chosen for the state.',
  'state.newer': 'The state was written by a newer version of Gatehouse.',
  'state.unwritable':
    'The state, the sample workspace or another file of Gatehouse is not writable or not readable.',
  'throttling.duration-invalid': 'A text is not a valid duration there.',
  'throttling.duration-ignored': 'The products ignore part of a duration, so it is shorter than it looks.',
  'throttling.rate-invalid': 'A throttling rate has no positive number of requests, or no valid duration.',
  'throttling.rate-alternates': 'The rate of a group changes so often that its bucket is always new.',
  'throttling.key-not-set':
    'The grouping expression returns no text for some requests, which end with status 500.',
  'throttling.key-open': 'Callers choose the group key, and maximumGroups has its default value.',
  'throttling.mapping-unused': 'No request uses a rate of the mapping.',
  'throttling.too-many-clients': 'The traffic has more clients than can be sent to a running gateway.',
  'throttling.no-probe-client': 'The traffic needs tokens with scopes that no registered client may request.',
  'throttling.not-confirmed': 'Traffic to a server on another machine was not confirmed.',
  'throttling.not-reached': 'Some requests never reach the throttling filter.',
  'token.client-unsuited': 'The client has no available secret to validate or sign a token.',
  'token.invalid-json': 'The header or the claims set of a token to create is not a JSON object.',
  'token.key-unreadable':
    'A key or certificate is missing, unreadable or unsuitable, or a response is not a key set.',
  'token.target-unconfirmed': 'A request to a server on another machine was not confirmed.',
  'token.unsuited': 'The token does not have the requested form, or the kind of assertion is unknown.',
  'traffic.invalid': 'A traffic document does not match the format.',
  'traffic.format-unknown': 'The format of a log is not supported, or differs from the chosen format.',
  'traffic.dates-unclear': 'The dates of a log are ambiguous between day-first and month-first.',
  'traffic.too-large': 'A log exceeds the limit of requests or of distinct texts.',
  'traffic.gzip-broken': 'A gzip file is truncated or damaged.',
  'traffic.trace-gone': 'The recorded requests are no longer stored.',
  'traffic.import-invalid':
    'A trace cannot be imported: it is too large, spans too many days, or has no requests in that format.',
  'upstream.unreachable': 'The called server is unreachable.',
  'upstream.untrusted': 'The certificate of the called server is not trusted.',
  'upstream.invalid-response': 'The response of a server is not valid HTTP, or is incomplete.',
  'upstream.timeout': 'A server did not respond in time.',
  'upstream.too-large': 'The response of a server exceeds the size limit.',
  'workspace.restricted':
    'The workspace would do something that it is not trusted to do, such as send a request to another machine.',
  'workspace.trust-grown': 'The workspace would do more than you have allowed. The additions are off.',
  'workspace.missing': 'The workspace directory does not exist.',
  'workspace.not-absolute': 'A folder is given by a relative path, which depends on where a process runs.',
  'workspace.not-empty': 'The folder chosen for a new workspace is not empty.',
  'workspace.not-a-directory': 'The workspace path is not a directory.',
  'workspace.unreadable': 'A file or folder is not readable, or the screens are not built.',
  'workspace.no-manifest': 'The directory has no gatehouse.json.',
  'workspace.syntax': 'A file is not valid JSON or is nested too deeply.',
  'workspace.invalid':
    'A member of a workspace file is missing or invalid, a pointer names no setting, or no route number is free.',
  'workspace.name-mismatch': 'The name of the file does not match the identifier in it.',
  'workspace.duplicate': 'Two workspace files define the same object, or a name is already in use.',
  'workspace.restart-needed': 'A changed setting takes effect after a service, or Gatehouse, restarts.',
  'workspace.outside':
    'A path is outside the workspace folder, or is not a path of a workspace file. Nothing is written there.',
  'workspace.unwritable': 'A workspace file or an output file is not writable.',
  'workspace.unwatchable':
    'The operating system cannot watch the workspace folder. Gatehouse checks it every 2 seconds.',
  'workspace.conflict': 'A file has changed since you started to edit it.',
  'workspace.no-environment': 'The chosen environment does not exist in the workspace.',
  'workspace.unknown-weakness': 'The settings switch on a weakness that does not exist.',
  'workspace.unknown-file': 'A file name in a workspace folder does not match any format.',
  'workspace.unknown-variable': 'A file names a variable that the active environment does not define.',
  'workspace.zip-invalid': 'A zip file is damaged, unsafe to unpack, or contains no workspace.',
  'workspace.too-large': 'A workspace file or an import into a workspace is too large or has too many files.',
  'import.busy': 'Another process or job has the data of an import open.',
  'import.network-folder':
    'The data of an import is on a network file system, where a lock cannot prevent a second load from another machine.',
  'import.job-file': 'A job file, or its plan, journal or source file, is missing or unusable.',
  'import.not-confirmed': 'Writing to a platform other than the sandbox was not confirmed with its name.',
  'import.not-now':
    'The state of an import or its target does not allow the action, or the limit of corrections is reached.',
  'import.plan-changed':
    'The plan or the target of an import differs from the one that was reviewed, planned or started.',
  'import.halted':
    'A load or its undo stopped by itself, or the journal is not writable. The message says why.',
  'import.target-refused':
    'The target rejects the worker client or its permissions, or the client secret is not available.',
  'import.target-failed': 'The target returned a response with which an import cannot continue.',
  'import.upload': 'A part of an uploaded file is out of order.',
  'webhook.failing': 'A receiver of audit events does not accept deliveries, or events for it were lost.',
  'webhook.refused': 'A receiver responded to a delivery with a status other than 2xx.',
  'webhook.unknown': 'The webhook does not exist.',
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof errorCodes;
