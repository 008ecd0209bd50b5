import type { SignupOutcome } from '@app/domain/leads/ownership'
import { saysAccountExists } from '@app/domain/leads/ownership'
import type { Contact } from '@app/domain/quiz/answers'
import type { SupabaseClient } from '@supabase/supabase-js'

/**
 * Makes an account for a visitor's e-mail, or finds the one that is there. The visitor is not signed in, no
 * message is sent, the account has no password until its owner chooses one, and the address stays unconfirmed until
 * they sign in by a code. Whoever does so starts clean: what a visitor said of themselves stays with their lead, and the
 * cabinet asks whose that is. Never throws.
 */
export async function signUpSilently(supabase: SupabaseClient, contact: Contact): Promise<SignupOutcome> {
  try {
    const { data, error } = await supabase.auth.admin.createUser({
      email: contact.email,
      email_confirm: false,
      user_metadata: {
        name: contact.name,
        full_name: contact.name,
        phone: contact.phone,
        phone_number: contact.phone,
      },
    })
    if (data.user) return { created: data.user.id }
    const reason = `${error?.code ?? ''} ${error?.message ?? ''}`
    return saysAccountExists(reason)
      ? await findExisting(supabase, contact.email)
      : { failed: error?.code ?? 'unknown' }
  } catch {
    return { failed: 'unreachable' }
  }
}

async function findExisting(supabase: SupabaseClient, email: string): Promise<SignupOutcome> {
  const { data, error } = await supabase.rpc('get_user_id_by_email', { user_email: email })
  return typeof data === 'string' ? { existing: data } : { failed: error?.code ?? 'not_found' }
}
