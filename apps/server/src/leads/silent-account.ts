import type { SignupOutcome } from '@app/domain/leads/ownership'
import { saysAccountExists } from '@app/domain/leads/ownership'
import type { Contact } from '@app/domain/quiz/answers'
import type { SupabaseClient } from '@supabase/supabase-js'

/**
 * Creates an account for a visitor's e-mail, or finds it. The visitor stays signed out, no mail is
 * sent, and the address is unconfirmed until the first code. The visitor's data stays with the
 * lead. Never throws.
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
