import type { ClientConfig } from '@app/contracts/client-config'
import type { ExportRequest } from '@app/contracts/desk/exports'
import { fetchFile } from '#web/lib/api.ts'
import { saveBlob } from '#web/lib/save-file.ts'

/** Asks for the rows of a view as a file, and hands it to the browser to save. */
export async function saveExport(config: ClientConfig, request: ExportRequest): Promise<void> {
  const file = await fetchFile(config, '/desk/exports', request)
  saveBlob(`${request.view}.${request.format}`, file)
}
