/** A time to wait in words, never less than it is: `4 hours`, `3 minutes`, `45 seconds`. */
export function span(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return counted(seconds / 3600, 'hour')
  return seconds >= 60 ? counted(Math.ceil(seconds / 60), 'minute') : counted(Math.ceil(seconds), 'second')
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
