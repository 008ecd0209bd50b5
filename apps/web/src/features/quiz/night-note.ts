/** Classes of the note that says why nothing follows. */
export const nightNote = 'rounded-2xl bg-night px-5 py-3 text-center text-label text-on-night'
