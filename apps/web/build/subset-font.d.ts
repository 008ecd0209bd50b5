declare module 'subset-font' {
  type Axis = number | { min: number; max: number }
  type Options = { targetFormat: 'woff2'; variationAxes?: Record<string, Axis> }
  /** Answers a font that holds nothing but the signs of `text`, and nothing but the named stretch of each axis. */
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Buffer>
}
