/**
 * Every code that an error of Gatehouse itself can carry (protocol error codes of OAuth stand in `#shared/oauth`).
 * The reference page is made from this table, and a test fails for a code that is used but not listed.
 */
export const errorCodes = {
  'activity.filter-invalid':
    'A filter of the activity log cannot be read; the message says what was expected.',
  'api.invalid-input': 'A call to the engine had an input that does not fit its schema.',
  'api.not-found': 'The thing that was asked for does not exist, or not yet, or no longer.',
  'api.internal': 'Something failed in a way that was not foreseen, or the engine did not answer a call.',
  'browser.closed': 'The window of the controlled browser was closed before the flow was through.',
  'browser.crashed': 'The controlled browser, or the page in it, ended by itself.',
  'browser.did-not-start': 'The controlled browser did not start, or said nothing for 10 seconds.',
  'browser.no-sandbox':
    'The controlled browser runs without its sandbox: as root in a container there is none.',
  'browser.not-found': 'No Chromium, Chrome or Edge is installed where one is looked for.',
  'browser.root-refused': 'The controlled browser is not started as root: its sandbox would be off.',
  'cli.usage': 'The command line is not one that this command takes.',
  'clock.invalid-jump': 'The virtual clock was asked for a time that it cannot show.',
  'connector.invalid': 'A member of a connector configuration is not what its schema asks for.',
  'connector.missing-member': 'A member that a connector configuration needs is missing.',
  'connector.unknown-member': 'A connector configuration has a member that nothing reads.',
  'connector.unused-member':
    'A member of a connector configuration has no effect as things stand, or not the one that is meant.',
  'connector.extension': 'A connector configuration uses something that the products do not document.',
  'connector.version':
    'A connector version or connector server that a configuration asks for is none that the host can use.',
  'connector.insecure': 'A connector does not check certificates as it should.',
  'connector.credentials-missing': 'The authentication method of a connector lacks a property.',
  'connector.key-unsuited': 'The key of a connector cannot make the signatures that are asked for.',
  'connector.duplicate-attribute': 'The schema of an object type defines an attribute twice.',
  'connector.unknown-attribute':
    'A connector configuration names an attribute or an object type that the connector does not have.',
  'connector.body-unsuited': 'Values of attributes cannot be put into the request body of an operation.',
  'connector.expression-costly':
    'A regular expression of a connector takes too long on what the remote answered.',
  'connector.filter-invalid': 'A filter names something that the object type of a connector does not have.',
  'connector.filter-local':
    'A part of a filter that the remote could evaluate is evaluated after reading everything.',
  'connector.many-requests': 'An operation of a connector sends further requests for every record.',
  'connector.paging-incomplete': 'Pages of a connector cannot be read to the end as paging is configured.',
  'connector.paging-overlap': 'Pages of a connector overlap, since the remote counts from 1.',
  'connector.path-invalid':
    'A path of a connector configuration cannot be read, or means nothing where it stands.',
  'connector.pattern-invalid': 'A regular expression of a connector configuration cannot be read.',
  'connector.placeholder-unsuited':
    'A placeholder of a connector configuration has no value where it stands, or none that fits there.',
  'connector.unknown-placeholder': 'A connector configuration names a placeholder that there is not.',
  'connector.replacing-put':
    'UPDATE of a connector overwrites objects and loses the members that it does not send.',
  'connector.uid-absent': 'A request of a connector names {uid} where there is none.',
  'connector.value-not-binary': 'A value of a BINARY attribute is not Base64.',
  'connector.value-not-boolean': 'A value of a BOOLEAN attribute is neither true nor false.',
  'connector.value-not-datetime': 'A value of a DATETIME attribute is no ISO 8601 date and time.',
  'connector.value-not-integer':
    'A value of an INTEGER attribute is no whole number that can be kept exactly.',
  'connector.value-not-number': 'A value of a DECIMAL attribute is no number.',
  'connector.value-not-object': 'A value of a COMPLEX attribute is no object.',
  'connector.value-not-reference': 'A value of a REFERENCE attribute is neither a uid nor an object.',
  'connector.value-not-text': 'A value of a STRING attribute is an object or a list.',
  'connector.value-several': 'An attribute with one value was given several.',
  'connector.whole-object':
    'UPDATE of a connector is to write whole objects, and they are read in another shape, or not at all.',
  'connector.refused':
    'The host refused an operation before the connector was asked, or a run cannot be recorded.',
  'connector.keystore': 'The keystore file of the workspace cannot be read.',
  'connector.not-confirmed': 'An operation would write to a server elsewhere, and that was not confirmed.',
  'connector.already-exists': 'The remote of a connector has such an object already.',
  'connector.bad-request':
    'A connector or its remote did not take what it was asked, such as a filter, a page or a path.',
  'connector.configuration': 'A connector cannot work as it is configured; the message names the property.',
  'connector.foreign-link': 'The remote of a connector names a next page that is at another server.',
  'connector.forbidden': 'The remote of a connector does not allow that to its credentials.',
  'connector.invalid-attribute': 'An attribute is not one that the object type takes, or lacks its value.',
  'connector.changed': 'An object was changed at the remote of a connector after it was read.',
  'connector.not-found': 'The remote of a connector has no such object.',
  'connector.remote-failed':
    'An operation of a connector was stopped, or one of its requests got no answer that is of use.',
  'connector.timeout': 'An operation of a connector took longer than it may.',
  'connector.unauthorized':
    'The remote of a connector, or its token endpoint, does not take its credentials.',
  'connector.unavailable':
    'The remote of a connector, or its token endpoint, cannot be reached or trusted, or cannot serve now.',
  'connector.unsupported': 'The connector has no such object type, or the object type has no such operation.',
  'contract.cyclic-reference':
    'A reference in a document that is linted leads in a circle or to nothing, or brings in too much.',
  'contract.finding-gone':
    'A finding that is to be fixed is not there any more, or its file has changed since.',
  'contract.har-invalid':
    'A HAR document that is linted is cut off, is no HAR, or has an entry that is none.',
  'contract.source-unknown': 'A file that was imported for the linter does not exist, or no longer does.',
  'contract.too-large':
    'A file that is linted is larger than one of its kind may be, or there are too many files.',
  'contract.rule-unknown': 'A rule is to be ignored, or given a severity, that there is not.',
  'contract.too-slow': 'Reading a file for the linter took so long that its worker was ended.',
  'contract.unreadable': 'A file or folder to lint is missing, is not imported, or cannot be read.',
  'contract.upload-broken': 'A piece of a file that is imported for the linter is not the next one.',
  'engine.stopped':
    'The engine, or some work of it, has ended or was stopped, or another workspace is being opened.',
  'engine.unresponsive': 'Work that was stopped did not end and was ended; it does not go on by itself.',
  'exchange.har-invalid':
    'The document is none that exchanges can be imported from; the position of the first fault is given where it is known.',
  'exchange.har-too-large': 'The HAR document is larger than an import takes.',
  'exchange.host-not-typed':
    'A recorded request would leave this machine, and nobody typed the host that it goes to.',
  'exchange.not-replayable': 'The exchange cannot be sent again as it was recorded.',
  'exchange.no-secret':
    'There is nothing to reveal at that place of the exchange, or under that name in the run.',
  'expression.syntax': 'An expression cannot be read; the position says where.',
  'expression.unknown-name': 'An expression reads a name that nothing gives at that place.',
  'expression.unknown-function': 'An expression calls a function or method that the language does not have.',
  'expression.arguments':
    'A function or method of an expression is called with too few or too many arguments.',
  'expression.pattern': 'A regular expression cannot be read, or not be matched in a time that is bounded.',
  'expression.unavailable':
    'An expression calls a function that reads files or certificates; here it does not.',
  'expression.no-value': 'A configuration expression does not give the value that its place needs.',
  'fault.invalid': 'The fault rule names a fault or a service that does not exist.',
  'flow.not-waiting': 'The run is not waiting for this action.',
  'flow.not-checkable': 'The server offers no way to find out what the token is worth.',
  'flow.unknown-client': 'The workspace, or the other server that was chosen, has no such client.',
  'flow.client-unsuited': 'The client is not registered for what the flow needs.',
  'flow.no-callback': 'No registered redirect URI of the client leads back to Gatehouse.',
  'flow.value-missing':
    'A request of a run needs a value that no step has given yet, or that cannot be made.',
  'flow.no-metadata': 'The metadata of another authorization server cannot be read.',
  'flow.no-token': 'A flow that was run for its token ended without one.',
  'flow.timeout': 'A flow did not end in the time that it was given.',
  'flow.no-endpoint': 'The server has no endpoint that the flow needs.',
  'flow.no-request': 'The step has no request that could be edited or sent.',
  'flow.unknown-target':
    'The workspace has no file of such a server, or the copy of the hosted server is closed.',
  'flow.issuer-untrusted': 'The server does not trust the issuer in whose name assertions are signed here.',
  'flow.certificate-unusable': 'The certificate of a client at another server cannot be shown.',
  'flow.service-stopped': 'A service that the flow needs is not running.',
  'attack.not-confirmed':
    'A server that is not on this machine is attacked only after the user has confirmed it.',
  'attack.no-page':
    'A page of the server that an attack needs is not shown, or lacks the part that the attack changes.',
  'attack.not-finished': 'A run of the catalogue ended before all its cases were played.',
  'attack.case-taken': 'A case of a workspace has the id of a case of the catalogue, or of another one.',
  'attack.other-origin':
    'A case of a workspace sends to a server that is neither the one under attack nor the canary, or too much.',
  'attack.not-for-client':
    'A case of the catalogue is about credentials that clients which authenticate in this way do not have.',
  'import.cell-too-large': 'A row of a file that is imported is longer than one may be.',
  'import.column-missing':
    'A mapping names a column that the file does not have, or no column is mapped yet.',
  'import.dates-invalid': 'The format, the zone or the time that all times of an import go by is none.',
  'import.encoding-wrong': 'A file that is imported is not in the encoding in which it is read.',
  'import.formula-value': 'A cell of a file that is imported begins like a formula.',
  'import.header-repeated': 'A row of a file that is imported repeats the header.',
  'import.nul': 'A row of a file that is imported holds a NUL character.',
  'import.quote-open': 'A quoted cell of a file that is imported never ends.',
  'import.quote-stray': 'A quote stands in the middle of a cell of a file that is imported.',
  'import.ragged-row': 'A row of a file that is imported has more or fewer cells than there are columns.',
  'import.reconsent-scheduled': 'A revision that asks users to consent anew becomes effective later.',
  'import.revision-mismatch':
    'The platform names another revision as current than the most recent effective one.',
  'import.sheet-missing': 'A workbook that is imported has no such sheet.',
  'import.source-changed': 'A file that is imported changed while it was read.',
  'import.source-empty': 'A file that is imported holds no rows.',
  'import.source-missing':
    'A file that is imported cannot be opened, or the rows that were read from it are not there.',
  'import.too-slow': 'Work on an import took so long without a sign of life that its worker was ended.',
  'import.two-headers': 'Two records of a file that is imported look like headers.',
  'import.workbook-encrypted':
    'A workbook that is imported is protected by a password, or of the old format.',
  'import.workbook-invalid': 'A workbook that is imported is damaged, or none.',
  'import.workbook-too-large': 'A workbook that is imported unpacks to far more than it is.',
  'job.unknown-kind': 'The journal holds a job of a kind that this version does not know.',
  'job.not-pausable': 'A job of this kind cannot be paused.',
  'host.not-running': 'A command needs a running host, and none has this workspace open.',
  'host.no-screens': 'The running host shows no screens in a browser.',
  'key.unsupported':
    'A key is of a kind that not every host carries: Ed448, X448, secp256k1, DSA, or encrypted as in old PEM files.',
  'listener.port-taken': 'Another process holds the configured port.',
  'listener.port-forbidden': 'The system does not let this user listen on the port.',
  'listener.address-unavailable': 'The bind address does not exist on this machine.',
  'listener.no-descriptors': 'The process may open no more files and connections.',
  'listener.exposed': 'A service listens on an address that other machines can reach.',
  'network.proxy-refused': 'The proxy of the workspace did not let a request through.',
  'network.proxy-unreachable': 'The proxy of the workspace could not be reached.',
  'network.ca-unreadable': 'A CA file of the workspace cannot be read, or holds no certificate.',
  'route.invalid': 'A member of a route is missing, or not what the format asks for.',
  'route.unknown-member': 'A route has a member that nothing reads, or that has no effect where it stands.',
  'route.unknown-type': 'A route declares an object of a type that the gateway does not have.',
  'route.unknown-reference': 'A route refers to an object by a name that its heap does not hold.',
  'route.reference-cycle': 'Objects of a route refer to each other in a circle.',
  'route.conflict':
    'A route gives two members of which exactly one may stand, or neither, or a heap name twice.',
  'script.invalid': 'A script cannot be read or is too long, or an argument has a name that it cannot have.',
  'script.unknown-language': 'A script is of a media type that cannot be run.',
  'script.file-missing':
    'A script names a file that the workspace does not hold, or one outside of its folder.',
  'script.failed': 'A script ended with an error, or with something that is not asked for.',
  'script.timeout': 'A script took longer than it may, and was stopped.',
  'script.shut': 'A script was stopped three times in a row; it runs again once it is changed.',
  'secret.unresolved': 'The workspace names a secret that the state does not hold.',
  'secret.not-allowed':
    'A file names a stored secret that is neither its own nor allowed to it; nothing that needs it is sent.',
  'secret.uses-to-answer':
    'Files use stored secrets of others since before that was asked about; they go on until it is answered.',
  'secret.in-clear': 'A workspace file holds a secret in clear text.',
  'secret.sealed':
    'A secret stood in clear in a workspace file; it is stored now, and the file holds its name.',
  'secret.masked': 'A text holds a mask where the file holds no secret that it could stand for.',
  'secret.crypto-key-missing': 'The key of a $crypto document is not stored, or what is stored is no key.',
  'secret.crypto-unreadable': 'A $crypto document cannot be opened, or is of a form that is not known.',
  'desktop.no-sandbox': 'The desktop application was started without the sandbox of its page.',
  'secret.key-missing': 'The key that seals a state is gone, and nobody has said to begin with a new one.',
  'secret.key-lost': 'Stored secrets and records cannot be opened with the key at hand.',
  'secret.key-invalid':
    'The key that seals stored secrets is unreadable or malformed, or the key store is unavailable.',
  'secret.key-locked':
    'The key store of the system is locked, so the key that seals stored secrets cannot be read.',
  'secret.key-unprotected':
    'The system has no key store: the key that seals stored secrets is protected by a key that anybody can know.',
  'secret.key-fixed':
    'The key that seals stored secrets is given from outside or kept by no host; it cannot change here.',
  'sign-in.act-refused': 'A recording holds an act that no sign-in may have.',
  'sign-in.answer-invalid': 'An answer about a recording does not fit what was typed in it.',
  'sign-in.answer-needed':
    'It is not known of a typed text whether it is user name, password, code or plain.',
  'sign-in.keys-without-field': 'Keys of a recording were typed into a field that it does not name.',
  'sign-in.missing': 'A target names a sign-in that the workspace does not have.',
  'sign-in.not-watched': 'The run has no recording of a sign-in by hand.',
  'sign-in.recording-invalid':
    'A file is no recording of the Recorder of Chrome, or more than a sign-in may be.',
  'sign-in.script': 'A recording would run a script, and a sign-in evaluates none.',
  'sign-in.seed-invalid': 'The seed of one-time codes is neither Base32 nor an otpauth address.',
  'simulation.assertion-invalid': 'An assertion over a simulation cannot be read.',
  'simulation.cancelled': 'A simulation was stopped before its end.',
  'simulation.no-filter': 'The route has no throttling filter of this name, so there is nothing to simulate.',
  'simulation.script-missing': 'A policy is a script, and nothing here runs scripts.',
  'simulation.too-large': 'A simulation would have to ask a policy for more requests than it does.',
  'state.busy': 'Another process has this workspace open.',
  'state.corrupt':
    'The state, or a part of it, was damaged and is set aside, or the key does not open a sealed value.',
  'state.foreign': 'The folder that was given for the state belongs to another workspace.',
  'state.moved':
    'A state has the id of this workspace, and it cannot be told whether it is that of this folder.',
  'state.taken-over':
    'A workspace has taken over the state that another folder, or an earlier version, left.',
  'state.exposed': 'Other users of this machine can look into the folder that is to hold the state.',
  'state.newer': 'The state was written by a newer version of Gatehouse.',
  'state.unwritable':
    'The state, the sample workspace or another file that Gatehouse keeps cannot be written or read.',
  'throttling.duration-invalid': 'A text is no duration, or not one that its place takes.',
  'throttling.duration-ignored':
    'A part of a duration is ignored by the products: it is shorter than it looks.',
  'throttling.rate-invalid':
    'A throttling rate has no number of requests from 1 on, or no duration it can keep.',
  'throttling.rate-alternates': 'The rate of a group changes so often that its bucket is always new.',
  'throttling.key-not-set': 'The grouping expression gives no text for some requests: they end with 500.',
  'throttling.key-open': 'Callers choose the group key themselves, and maximumGroups has its default.',
  'throttling.mapping-unused': 'A rate of the mapping is reached by nobody.',
  'throttling.too-many-clients': 'Traffic has more clients than can be sent to a running gateway.',
  'throttling.no-probe-client': 'Traffic needs tokens with scopes that no registered client may have.',
  'throttling.not-confirmed': 'Traffic would leave this machine, and that was not confirmed.',
  'throttling.not-reached': 'Some requests never come to the throttling filter.',
  'token.client-unsuited':
    'The client has no secret at hand with which a token could be asked after or signed.',
  'token.invalid-json': 'The header or the claims set of a token that is to be made is no JSON object.',
  'token.key-unreadable':
    'A key or certificate is missing, unreadable or unsuited, or an answer is no key set.',
  'token.target-unconfirmed': 'A server on another machine is asked only after a person confirmed it.',
  'token.unsuited':
    'The token is not of the form that was asked for, or no such shape of an assertion is known.',
  'traffic.invalid': 'A traffic document is not what the format asks for.',
  'traffic.format-unknown': 'A log has a format that cannot be read, or another one than was chosen.',
  'traffic.dates-unclear': 'Dates of a log could be day-first or month-first, and no date settles it.',
  'traffic.too-large': 'A log has more requests or more different texts than are kept.',
  'traffic.gzip-broken': 'A file that is packed with gzip is cut or broken.',
  'traffic.trace-gone': 'Recorded requests are no longer in the state of the workspace.',
  'traffic.import-invalid':
    'A trace cannot be imported: it is too large, spans too many days, or has no requests in that format.',
  'upstream.unreachable': 'A server that was called could not be reached.',
  'upstream.untrusted': 'The certificate of a server that was called is not trusted.',
  'upstream.invalid-response': 'A server answered with something that is not HTTP, or stopped half-way.',
  'upstream.timeout': 'A server did not answer in time.',
  'upstream.too-large': 'A server answered with more bytes than are read.',
  'workspace.restricted':
    'A workspace would do something that nobody trusts it with, such as send a request beyond this machine.',
  'workspace.trust-grown': 'A workspace would do more than was decided; what is new is off.',
  'workspace.missing': 'The workspace directory does not exist.',
  'workspace.not-absolute': 'A folder was named by a path that depends on where a process runs.',
  'workspace.not-empty': 'A workspace was to be put into a folder that holds something already.',
  'workspace.not-a-directory': 'The workspace path is not a directory.',
  'workspace.unreadable':
    'A file or folder of the workspace, or a named one, cannot be read, or the screens are not built.',
  'workspace.no-manifest': 'The directory has no gatehouse.json.',
  'workspace.syntax': 'A file that should hold JSON does not, or is nested too deeply.',
  'workspace.invalid':
    'A workspace file has a missing or wrong member, a pointer names no setting, or no route number is free.',
  'workspace.name-mismatch': 'The name of the file and the identifier in it differ.',
  'workspace.duplicate': 'Two workspace files define the same thing, or a name is taken already.',
  'workspace.restart-needed': 'A setting changed that acts only when a service, or Gatehouse, starts again.',
  'workspace.outside':
    'A path leads out of the workspace folder, or to no file that a workspace has; nothing is written there.',
  'workspace.unwritable': 'A file of the workspace, or one that was named to write into, cannot be written.',
  'workspace.unwatchable': 'The system cannot watch the workspace folder; it is looked at every 2 seconds.',
  'workspace.conflict': 'A file is no longer the version on which an edit was begun.',
  'workspace.no-environment': 'An environment was chosen that the workspace does not have.',
  'workspace.unknown-weakness': 'The settings switch on a weakness that does not exist.',
  'workspace.unknown-file': 'A file lies in a folder of the workspace under a name that no format has.',
  'workspace.unknown-variable': 'A file names a variable that the environment in force does not give.',
  'workspace.zip-invalid': 'A zip is damaged, unsafe to unpack, or holds no workspace.',
  'workspace.too-large':
    'A workspace file, or what is taken into a workspace, is too large or has too many files.',
  'import.busy': 'Another process, or other work, has the data of an import open.',
  'import.network-folder':
    'The data of an import lies on a network file system, where no lock keeps another machine from loading it too.',
  'import.job-file': 'A job file, or its plan, journal or source file, is missing or cannot be used.',
  'import.not-confirmed': 'Writing to a platform other than the sandbox was not confirmed with its name.',
  'import.not-now':
    'An import or its target is not in a state in which this can be done, or no more corrections fit.',
  'import.plan-changed':
    'The plan or the target of an import is not the one that was looked at, planned for or begun with.',
  'import.halted':
    'A load or its undoing stopped by itself, or the journal cannot be written; the message says why.',
  'import.target-refused':
    'The target does not take the worker client or what it may do, or the client secret is not at hand.',
  'import.target-failed': 'The target answered with something that an import cannot go on with.',
  'import.upload': 'A piece of a file that is uploaded does not follow the one before.',
  'webhook.failing': 'A receiver of audit events does not take its deliveries, or events for it were lost.',
  'webhook.refused': 'A receiver answered a delivery with another status than 2xx.',
  'webhook.unknown': 'There is no webhook of this name.',
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof errorCodes;
