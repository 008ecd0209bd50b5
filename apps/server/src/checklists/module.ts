import { describeError } from '../http/describe-error.ts'
import type { JobLog } from '../jobs/job-log.ts'
import type { ContextModule } from '../services/context-module.ts'
import type { ChecklistFiles } from './checklist-files.ts'
import { type SendChecklistOptions, sendChecklistPlugin } from './send-checklist-plugin.ts'
import { uploadChecklists } from './upload-checklists.ts'

export type ChecklistsNeeds = SendChecklistOptions & {
  /** The built files; null when they were not built. */
  files: ChecklistFiles | null
  log: JobLog
}

/** The checklists: where WhatsApp fetches them from, and who may have one sent. */
export function checklistsModule({ files, log, ...sending }: ChecklistsNeeds): ContextModule {
  return {
    routes: async (api) => {
      await api.register(sendChecklistPlugin, { ...sending, prefix: '/whatsapp' })
    },
    async start() {
      if (!files) return log.warn({}, 'the checklists are not built: npm start builds them')
      uploadChecklists(sending.supabase, files).catch((error: unknown) =>
        log.error({ error: describeError(error) }, 'the checklists could not be placed'),
      )
    },
  }
}
