/**
 * Creates the ids of one form's messages. The same text keeps its id for retries; an edited text
 * gets a new one.
 */
export function answerIds(): (text: string) => string {
  const ids = new Map<string, string>()
  return (text) => {
    const id = ids.get(text) ?? crypto.randomUUID()
    ids.set(text, id)
    return id
  }
}
