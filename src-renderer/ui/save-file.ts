/** Offers text or bytes as a file to save. */
export function saveFile(
  fileName: string,
  content: string | Uint8Array<ArrayBuffer>,
  mediaType: string,
): void {
  const address = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken the blob by the next task; without this it is kept until the page is left.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
