import type { AuthenticationMethod } from '../sessions/authentication-method.ts'

/** The client's PKCE challenge (RFC 7636). */
export type CodeChallenge = { challenge: string; method: 's256' | 'plain' }

/** A challenge that is remembered until the link of a mail is followed; kept with the code of the mail, by `issueCode`. */
export type MailFlow = { id: string; challenge: CodeChallenge; method: AuthenticationMethod }
