/** Says over the first screen or a question why nothing follows. */
export const nightNote = 'rounded-2xl bg-night px-5 py-3 text-center text-label text-on-night'
