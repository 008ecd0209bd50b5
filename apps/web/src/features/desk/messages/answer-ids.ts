/**
 * The ids of what is sent from one form. The same text is the same message, however often a reply to it is lost; edited, it is
 * another one, since the first may have gone out.
 */
export function answerIds(): (text: string) => string {
  const ids = new Map<string, string>()
  return (text) => {
    const id = ids.get(text) ?? crypto.randomUUID()
    ids.set(text, id)
    return id
  }
}
