import { unlessAway } from '../_shared/away.ts'
import { callProject } from '../_shared/call-project.ts'
import { type AccountEraser, type AccountFile, eraseAccount } from '../_shared/erase-account.ts'
import { findCaller } from '../_shared/find-caller.ts'
import { currentProject, type Project } from '../_shared/project.ts'
import { respond, respondToPreflight } from '../_shared/respond.ts'

/** What cannot be undone is not done for whoever sits down at a page that was left open. */
const refusals = {
  old: { code: 'fresh_sign_in_required', message: 'Sign in again to delete the account' },
  lacks_second_factor: { code: 'second_factor_required', message: 'Show the second factor first' },
}

/**
 * Deletes the caller's account and everything about them. A call that failed half-way leaves the account there and is finished by the
 * next; a call for an account that is gone says so as if it had done it.
 */
export default {
  fetch: unlessAway(async (request) => {
    if (request.method === 'OPTIONS') return respondToPreflight()
    if (request.method !== 'POST') {
      return respond(405, { code: 'method_not_allowed', message: 'Send a POST request' })
    }
    const project = currentProject()
    const caller = await findCaller(project, request)
    if (caller.outcome === 'refused') {
      return respond(401, { code: 'not_signed_in', message: 'Only a signed-in user can delete an account' })
    }
    if (caller.outcome === 'signed_in') {
      if (caller.proof !== 'fresh') return respond(403, refusals[caller.proof])
      await eraseAccount(eraserIn(project), caller.userId)
    }
    return respond(200, { deleted: true })
  }),
}

function eraserIn(project: Project): AccountEraser {
  const rpc = (name: string, accountId: string) =>
    callProject(project, `/rest/v1/rpc/${name}`, { body: { account_id: accountId } })
  return {
    listFiles: async (accountId) => (await rpc('list_account_files', accountId)) as AccountFile[],
    removeFiles: async (bucket, prefixes) => {
      const path = `/storage/v1/object/${encodeURIComponent(bucket)}`
      await callProject(project, path, { method: 'DELETE', body: { prefixes } })
    },
    removeMessages: async (accountId) => (await rpc('delete_account_messages', accountId)) as number,
    removeRest: async (accountId) => void (await rpc('delete_account', accountId)),
  }
}
