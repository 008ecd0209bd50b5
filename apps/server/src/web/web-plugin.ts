import { isBelow, machineBases } from '@app/contracts/server-bases'
import type { StaffPermission } from '@app/domain/auth/roles'
import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../http/app-error.ts'
import { toBody } from '../http/error-handler.ts'
import { staffFolders } from '../panel/panel-gate.ts'
import { pageOf } from './client-routes.ts'
import { chooseEncoding } from './encodings.ts'
import type { SiteFile, SiteFiles } from './site-files.ts'

export type WebOptions = {
  files: SiteFiles
  /**
   * Returns true when a request with these cookies may read scripts that need that of the staff. To
   * others they do not exist.
   */
  admits: (cookies: string | undefined, needs: StaffPermission) => Promise<boolean>
  limitAddresses: LimitAddresses
}

/** Serves the built site: hashed files for a year, pages always fresh, the shell for what the browser draws. */
export const webPlugin: FastifyPluginAsync<WebOptions> = async (app, { files, admits, limitAddresses }) => {
  app.get('/*', { onRequest: limitAddresses }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (isBelow(machineBases, path)) return reply.status(404).send(toBody(notFound()))
    const asset = files.get(path.slice(1))
    const needs = staffFolders.find(([folder]) => path.startsWith(`/${folder}`))?.[1]
    const isHidden = needs !== undefined && !(await admits(request.headers.cookie, needs))
    if (asset && !isHidden && !path.endsWith('.html')) {
      return sendFile(request, reply, asset, needs ? 'private, no-cache' : cachingOf(asset))
    }

    const page = pageOf(path)
    if (!page.exists && !acceptsHtml(path, request.headers.accept)) {
      return reply.status(404).type('text/plain; charset=utf-8').send('Not found')
    }
    const file = files.get(page.file)
    if (!file) throw new Error(`the built site has no ${page.file}`)
    return sendFile(request, reply.status(page.exists ? 200 : 404), file, cachingOf(file))
  })

  // Compressing at its best takes a moment, which the first visitor should not wait. The build has
  // done it for all but the pages.
  app.addHook('onListen', async () => {
    for (const file of files.values()) await file.encode('br')
  })
}

/** Returns the `cache-control` of a file. */
export function cachingOf({ immutable }: SiteFile): string {
  return immutable ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** Sends a file in the requested encoding, or 304. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SiteFile,
  caching: string,
) {
  const { encoding, bytes } = await file.encode(chooseEncoding(request.headers['accept-encoding']))
  const etag = `"${file.etag}-${encoding}"`
  reply.header('cache-control', caching).header('vary', 'accept-encoding').header('etag', etag)
  if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], etag)) {
    return reply.status(304).send()
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(file.type).send(bytes)
}

function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}

/**
 * Returns true when a person is asking: a file that is not there is no page, and a script is not
 * served one.
 */
export function acceptsHtml(path: string, accept = '*/*'): boolean {
  return /text\/html|\*\/\*/.test(accept) && !/\.\w{1,12}$/.test(path)
}
