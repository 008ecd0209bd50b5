/** The path of an object in the storage's interface, whatever its name has in it. */
export function objectPath(route: 'object' | 'object/authenticated', bucket: string, name: string): string {
  return `storage/v1/${route}/${[bucket, ...name.split('/')].map(encodeURIComponent).join('/')}`
}

/** A name in a folder; the empty folder is the bucket itself. */
export function nameIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
