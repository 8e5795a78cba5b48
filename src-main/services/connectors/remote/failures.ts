import type { StopSignal } from '#main/platform/timers.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { ConnectorFailure, type FailureType } from '../failure.ts';

/** The type of failure that each error on the way means to the caller. */
const types: Readonly<Record<string, FailureType>> = {
  'upstream.timeout': 'TIMEOUT',
  'upstream.unreachable': 'RETRYABLE',
  'upstream.untrusted': 'RETRYABLE',
  'upstream.invalid-response': 'RETRYABLE',
  'upstream.too-large': 'OTHER',
  'network.proxy-unreachable': 'RETRYABLE',
  'network.proxy-refused': 'RETRYABLE',
};

/** Fixes that speak of the connector's own properties where the usual ones speak of the workspace. */
const ownFixes: Readonly<Record<string, string>> = {
  'network.proxy-unreachable': 'Correct httpProxyHost and httpProxyPort, or clear them.',
  'network.proxy-refused':
    'Correct httpProxyUsername and httpProxyPassword, or check that the proxy allows this server.',
};

const timeoutFix = 'Increase connectionTimeout, or request less data at a time.';

/**
 * Converts an error on the way to a failure of the connector. `hasOwnProxy`: it is not the proxy of the workspace.
 */
export function toConnectorFailure(error: unknown, hasOwnProxy: boolean): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  if (error instanceof GatehouseError) {
    const ownFix = hasOwnProxy ? ownFixes[error.code] : undefined;
    const fix = error.code === 'upstream.timeout' ? timeoutFix : (ownFix ?? error.fix);
    // The type for errors of the workspace around it, such as its keystore.
    const otherwise = error.code.startsWith('connector.') ? 'CONFIGURATION' : 'OTHER';
    return new ConnectorFailure(types[error.code] ?? otherwise, error.message, {
      ...(fix === undefined ? {} : { fix }),
      cause: error,
    });
  }
  if (error instanceof Error && 'code' in error && error.code === 'UND_ERR_INVALID_ARG')
    return new ConnectorFailure('CONFIGURATION', 'The request is not valid HTTP.', {
      fix: 'Remove line breaks and invalid characters from its path and headers.',
      cause: error,
    });
  if (error instanceof Error && error.name === 'AbortError')
    return new ConnectorFailure('OTHER', 'The operation was stopped.', { cause: error });
  if (error instanceof Error && error.name === 'TimeoutError')
    return new ConnectorFailure('TIMEOUT', 'The remote system did not respond in time.', { cause: error });
  throw error;
}

/** Refuses what an operation would still do when it has been stopped. @throws ConnectorFailure */
export function refuseStopped(signal: StopSignal | undefined): void {
  if (signal?.aborted === true) throw toConnectorFailure(signal.reason, false);
}
