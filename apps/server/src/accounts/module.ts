import { registerJob } from '../jobs/job.ts'
import type { ContextModule } from '../services/context-module.ts'
import { type ContactOptions, contactPlugin } from './contact-plugin.ts'
import { notifyAccountJob } from './notify-account.job.ts'
import { notifyAccount, type OwnerNoticeServices } from './notify-account.ts'
import { type SessionsOptions, sessionsPlugin } from './sessions-plugin.ts'

/** Serves a user's contact and sessions. */
export function accountsModule(needs: ContactOptions & SessionsOptions & OwnerNoticeServices): ContextModule {
  return {
    routes: async (api) => {
      await api.register(contactPlugin, { ...needs, prefix: '/contact' })
      await api.register(sessionsPlugin, { ...needs, prefix: '/account/sessions' })
    },
    jobs: [registerJob(notifyAccountJob, ({ payload }) => notifyAccount(needs, payload))],
  }
}
