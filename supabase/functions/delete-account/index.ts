import { unlessAway } from '../_shared/away.ts'
import { callProject } from '../_shared/call-project.ts'
import { findCaller } from '../_shared/find-caller.ts'
import { currentProject, type Project } from '../_shared/project.ts'
import { respond, respondToPreflight } from '../_shared/respond.ts'

/** What cannot be undone is not done for whoever sits down at a page that was left open. */
const refusals = {
  old: { code: 'fresh_sign_in_required', message: 'Sign in again to delete the account' },
  lacks_second_factor: { code: 'second_factor_required', message: 'Show the second factor first' },
}

type File = { bucket_id: string; name: string }

/**
 * Deletes the caller's account and everything about them: files first, then what is too much for one transaction of its
 * messages, the rest in one transaction, which refuses while a file is left. A call that failed half-way leaves the account there and is finished by the next; a call for an
 * account that is gone says so as if it had done it.
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
      await removeFiles(project, caller.userId)
      await removeMessages(project, caller.userId)
      await callProject(project, '/rest/v1/rpc/delete_account', { body: { account_id: caller.userId } })
    }
    return respond(200, { deleted: true })
  }),
}

async function removeFiles(project: Project, accountId: string): Promise<void> {
  for (let files = await listFiles(project, accountId); files.length > 0; ) {
    for (const [bucket, inBucket] of Map.groupBy(files, (file) => file.bucket_id)) {
      await callProject(project, `/storage/v1/object/${encodeURIComponent(bucket)}`, {
        method: 'DELETE',
        body: { prefixes: inBucket.map(({ name }) => name) },
      })
    }
    const rest = await listFiles(project, accountId)
    if (rest.length >= files.length && rest[0]?.name === files[0]?.name)
      throw new Error('Files could not be removed')
    files = rest
  }
}

/** Most accounts have none to take out beforehand. */
async function removeMessages(project: Project, accountId: string): Promise<void> {
  for (let removed: unknown; removed !== 0; ) {
    removed = await callProject(project, '/rest/v1/rpc/delete_account_messages', {
      body: { account_id: accountId },
    })
  }
}

async function listFiles(project: Project, accountId: string): Promise<File[]> {
  return (await callProject(project, '/rest/v1/rpc/list_account_files', {
    body: { account_id: accountId },
  })) as File[]
}
