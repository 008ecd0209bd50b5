/** Makes text safe to keep: control characters become spaces, and halves of surrogate pairs are replaced. */
export function tidyText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
  return text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
}
