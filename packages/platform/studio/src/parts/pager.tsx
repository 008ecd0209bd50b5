type PagerProps = {
  offset: number
  shown: number
  size: number
  /** How many there are in all; null when nobody counted. */
  total: number | null
  isEstimated?: boolean
  onOffset: (offset: number) => void
}

/** Says which part is shown, and goes to the next. */
export function Pager({ offset, shown, size, total, isEstimated = false, onOffset }: PagerProps) {
  const of = total === null ? '' : ` of ${isEstimated ? '≈ ' : ''}${total.toLocaleString('en')}`
  const hasNext = shown === size && (total === null || isEstimated || offset + shown < total)
  return (
    <div className="pager">
      <span aria-live="polite">
        {shown === 0
          ? '0 rows'
          : `${(offset + 1).toLocaleString('en')}–${(offset + shown).toLocaleString('en')}${of}`}
      </span>
      <button type="button" disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - size))}>
        Previous
      </button>
      <button type="button" disabled={!hasNext} onClick={() => onOffset(offset + size)}>
        Next
      </button>
    </div>
  )
}
