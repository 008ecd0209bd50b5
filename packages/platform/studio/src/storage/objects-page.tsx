import { type ReactNode, useRef, useState } from 'react'
import { type Actor, nameOf } from '../actor/actor.ts'
import { askAs, json } from '../api/services.ts'
import { Done, Empty, Failure } from '../parts/notice.tsx'
import { Pager } from '../parts/pager.tsx'
import { Scroller } from '../parts/scroller.tsx'
import { useAsked } from '../parts/use-asked.ts'
import { linkTo } from '../shell/use-route.ts'
import { nameIn, objectPath } from './object-path.ts'
import { ObjectRow, type StoredObject } from './object-row.tsx'

const pageSize = 100

/** What the actor sees in a folder of a bucket. */
export function ObjectsPage({ actor, bucket, folder }: { actor: Actor; bucket: string; folder: string }) {
  const [offset, setOffset] = useState(0)
  const [said, setSaid] = useState<ReactNode>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [objects, reload] = useAsked(`${offset}`, async () => {
    const asked = json({ prefix: folder, limit: pageSize, offset, sortBy: { column: 'name', order: 'asc' } })
    return (
      await askAs<StoredObject[]>(
        actor,
        'POST',
        `storage/v1/object/list/${encodeURIComponent(bucket)}`,
        asked,
      )
    ).body
  })

  /** Says what came of an action, and looks again. */
  async function attempt(work: () => Promise<unknown>, words: string) {
    try {
      await work()
      setSaid(<Done>{words}</Done>)
      reload()
    } catch (error) {
      setSaid(<Failure error={error} />)
    }
  }

  /** Uploads each, and says of every one what came of it. */
  async function upload(files: FileList | null) {
    const outcomes: ReactNode[] = []
    for (const file of files ?? []) {
      const headers = { 'content-type': file.type || 'application/octet-stream' }
      const path = objectPath('object', bucket, nameIn(folder, file.name))
      try {
        await askAs(actor, 'POST', path, { body: file, headers })
        outcomes.push(<Done key={path}>{`${file.name} is uploaded as ${nameOf(actor)}.`}</Done>)
      } catch (error) {
        outcomes.push(
          <Failure key={path} error={error}>
            <p className="quiet">{file.name} is not uploaded.</p>
          </Failure>,
        )
      }
      setSaid([...outcomes])
    }
    reload()
    if (chooser.current) chooser.current.value = ''
  }

  return (
    <>
      <a className="back" href={linkTo('storage')}>
        ← All buckets
      </a>
      <Crumbs bucket={bucket} folder={folder} />
      <div className="toolbar">
        <label className="button">
          Upload a file
          <input ref={chooser} type="file" multiple onChange={(event) => upload(event.target.files)} />
        </label>
        <button type="button" onClick={reload}>
          Reload
        </button>
        {objects.value && (
          <Pager
            offset={offset}
            shown={objects.value.length}
            size={pageSize}
            total={null}
            onOffset={setOffset}
          />
        )}
      </div>
      {said}
      {objects.status === 'failed' && <Failure error={objects.error} />}
      {objects.status === 'loading' && objects.value === null && <p className="loading">Listing…</p>}
      {objects.value?.length === 0 && (
        <Empty title={`Nothing here for ${nameOf(actor)}`}>
          <p>
            {actor.role === 'service_role'
              ? 'The folder is empty.'
              : 'The folder is empty, or the policies on storage.objects show this role nothing of it.'}
          </p>
        </Empty>
      )}
      {objects.value && objects.value.length > 0 && (
        <Scroller name="Files">
          <table className="facts">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" className="number">
                  Size
                </th>
                <th scope="col">Type</th>
                <th scope="col">Changed</th>
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {objects.value.map((object) => (
                <ObjectRow
                  key={object.name}
                  object={object}
                  actor={actor}
                  bucket={bucket}
                  folder={folder}
                  attempt={attempt}
                  onFailed={(error) => setSaid(<Failure error={error} />)}
                />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </>
  )
}

function Crumbs({ bucket, folder }: { bucket: string; folder: string }) {
  const parts = folder === '' ? [] : folder.split('/')
  return (
    <h1 className="crumbs">
      <a href={linkTo('storage', bucket)}>{bucket}</a>
      {parts.map((part, at) => (
        <span key={parts.slice(0, at + 1).join('/')}>
          {' / '}
          <a href={linkTo('storage', bucket, ...parts.slice(0, at + 1))}>{part}</a>
        </span>
      ))}
    </h1>
  )
}
