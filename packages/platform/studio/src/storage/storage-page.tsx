import { type FormEvent, useState } from 'react'
import { type Actor, keyOf, server } from '../actor/actor.ts'
import { askAs, json } from '../api/services.ts'
import { Empty, Failure } from '../parts/notice.tsx'
import { useAsked } from '../parts/use-asked.ts'
import { linkTo } from '../shell/use-route.ts'
import { ObjectsPage } from './objects-page.tsx'

type Bucket = { id: string; name: string; public: boolean }
type StoragePageProps = { actor: Actor; bucket: string | null; folder: string }

/** The buckets there are, and what the actor sees in one of them. */
export function StoragePage({ actor, bucket, folder }: StoragePageProps) {
  const [buckets, reload] = useAsked(
    'buckets',
    async () => (await askAs<Bucket[]>(server, 'GET', 'storage/v1/bucket')).body,
  )
  return (
    <div className="split" data-open={bucket !== null}>
      <aside>
        {buckets.status === 'failed' && <Failure error={buckets.error} />}
        {buckets.value?.length === 0 && <p className="quiet">There is no bucket yet.</p>}
        <ul className="entries">
          {buckets.value?.map((one) => (
            <li key={one.id}>
              <a href={linkTo('storage', one.id)} aria-current={one.id === bucket ? 'page' : undefined}>
                <span className="entry-name">{one.name}</span>
                <span className={one.public ? 'warning' : 'quiet'}>
                  {one.public ? 'public: anybody downloads' : 'private'}
                </span>
              </a>
            </li>
          ))}
        </ul>
        <NewBucket onDone={reload} />
      </aside>
      <section>
        {bucket === null ? (
          <Empty title="Choose a bucket">
            <p>The list of buckets is the server’s. What lies in one is listed as the role above.</p>
          </Empty>
        ) : (
          <ObjectsPage
            key={`${bucket} ${folder} ${keyOf(actor)}`}
            actor={actor}
            bucket={bucket}
            folder={folder}
          />
        )}
      </section>
    </div>
  )
}

function NewBucket({ onDone }: { onDone: () => void }) {
  const [error, setError] = useState<unknown>(null)

  async function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const name = String(data.get('name') ?? '')
    setError(null)
    try {
      await askAs(
        server,
        'POST',
        'storage/v1/bucket',
        json({ id: name, name, public: data.get('public') !== null }),
      )
      form.reset()
      onDone()
    } catch (failed) {
      setError(failed)
    }
  }

  return (
    <form className="new-bucket" onSubmit={create}>
      <input
        name="name"
        aria-label="Name of a new bucket"
        placeholder="new-bucket"
        autoComplete="off"
        required
      />
      <label className="check">
        <input type="checkbox" name="public" /> public
      </label>
      <button type="submit">Create</button>
      {error !== null && <Failure error={error} />}
    </form>
  )
}
