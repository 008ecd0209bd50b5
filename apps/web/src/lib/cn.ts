import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. Later utilities do not override earlier ones: a component takes a `className`
 * for its place on the page (margins, width) and a variant for its look.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
