/** The client knows the gateway alone: a challenge of the upstream names the gateway's metadata to it. RFC 9728 §5.1 */
export function replaceMetadata(headers: string[], metadataUrl: string): void {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() !== 'www-authenticate') continue;
    const value = headers[index + 1] ?? '';
    headers[index + 1] = value.replace(
      /resource_metadata="[^"]*"/g,
      () => `resource_metadata="${metadataUrl}"`,
    );
  }
}
