/** The source of the profile page's data: the address, else the signed-in user. */
export type ProfileSource =
  /** `?data=`: quiz answers as JSON. They stay in the browser. */
  | { kind: 'data'; text: string }
  /** `?result=`: a saved result, known by its token. */
  | { kind: 'token'; token: string }
  | { kind: 'latest' }

export function profileSource(params: { get(name: string): string | null }): ProfileSource {
  const text = params.get('data')
  if (text) return { kind: 'data', text }
  const token = params.get('result')
  return token ? { kind: 'token', token } : { kind: 'latest' }
}
