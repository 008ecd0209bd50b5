import { type Actor, nameOf } from '../actor/actor.ts'
import { askAs, downloadAs } from '../api/services.ts'
import { AskFirst } from '../parts/ask-first.tsx'
import { formatBytes, formatInstant } from '../parts/format.ts'
import { linkTo } from '../shell/use-route.ts'
import { nameIn, objectPath } from './object-path.ts'

/** As the storage lists it: without an id it is a folder. */
export type StoredObject = {
  name: string
  id: string | null
  updated_at: string | null
  metadata: { size?: number; mimetype?: string } | null
}

type ObjectRowProps = {
  object: StoredObject
  actor: Actor
  bucket: string
  folder: string
  attempt: (work: () => Promise<unknown>, words: string) => Promise<void>
  onFailed: (error: unknown) => void
}

/** A folder to go into, or a file to download or delete. */
export function ObjectRow({ object, actor, bucket, folder, attempt, onFailed }: ObjectRowProps) {
  const name = nameIn(folder, object.name)
  if (object.id === null) {
    return (
      <tr>
        <th scope="row">
          <a href={linkTo('storage', bucket, ...name.split('/'))}>{object.name}/</a>
        </th>
        <td colSpan={4} className="quiet">
          folder
        </td>
      </tr>
    )
  }
  const download = () =>
    downloadAs(actor, objectPath('object/authenticated', bucket, name)).then(
      (blob) => save(blob, object.name),
      onFailed,
    )
  return (
    <tr>
      <th scope="row">{object.name}</th>
      <td className="number">{formatBytes(object.metadata?.size ?? 0)}</td>
      <td>{object.metadata?.mimetype ?? '—'}</td>
      <td>{formatInstant(object.updated_at)}</td>
      <td className="row-actions">
        <button type="button" onClick={download} aria-label={`Download ${object.name}`}>
          Download
        </button>
        <AskFirst
          label="Delete"
          question={`Delete ${object.name} as ${nameOf(actor)}? It does not come back.`}
          doIt="Delete the file"
          isGrave
          onYes={() =>
            attempt(
              () => askAs(actor, 'DELETE', objectPath('object', bucket, name)),
              `${object.name} is deleted as ${nameOf(actor)}.`,
            )
          }
        />
      </td>
    </tr>
  )
}

/** Has the browser save what was fetched, never show it: it may be a page. */
function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
