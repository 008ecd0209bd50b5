import { type ComponentChildren, createContext, createElement } from 'preact'
import { useSyncExternalStore as useStore } from 'preact/compat'
import {
  type EffectCallback,
  type Inputs,
  useLayoutEffect as useAtLayout,
  useEffect as useAtRest,
  useCallback,
  useContext,
  useState,
} from 'preact/hooks'
import { Effects } from './effects.ts'

type Tree = { layout: Effects; rest: Effects }

/** The tree around that is shown at times. Its value never changes, so that showing it draws nothing anew. */
const TreeContext = createContext<Tree | null>(null)

type ActivityProps = { mode?: 'visible' | 'hidden'; children?: ComponentChildren }

/**
 * React's `Activity` (https://react.dev/reference/react/Activity), which Preact has not: draws what it holds also while that is hidden, and
 * runs its subscriptions and its effects, but those of insertion, only while it is shown. To hide what is drawn is left to whoever holds
 * it (`measure-unseen.ts`). One within another hears of itself alone.
 */
export function Activity({ mode = 'visible', children }: ActivityProps) {
  const isShown = mode === 'visible'
  const [tree] = useState<Tree>(() => ({ layout: new Effects(isShown), rest: new Effects(isShown) }))
  useAtLayout(() => {
    tree.layout.turn(isShown)
    // What is on its way in a tree that goes must not come after it.
    if (!isShown) tree.rest.turn(false)
  }, [tree, isShown])
  useAtRest(() => tree.rest.turn(isShown), [tree, isShown])
  return createElement(TreeContext.Provider, { value: tree }, children)
}

export function useLayoutEffect(run: EffectCallback, inputs?: Inputs): void {
  const tree = useContext(TreeContext)
  useAtLayout(() => (tree ? tree.layout.hold(run) : run()), inputs)
}

export function useEffect(run: EffectCallback, inputs?: Inputs): void {
  const tree = useContext(TreeContext)
  useAtRest(() => (tree ? tree.rest.hold(run) : run()), inputs)
}

type Subscribe = (changed: () => void) => () => void

export function useSyncExternalStore<T>(subscribe: Subscribe, read: () => T, readAtBuild?: () => T): T {
  const tree = useContext(TreeContext)
  const whileShown = useCallback(
    (changed: () => void) => {
      const listen = () => {
        const end = subscribe(changed)
        // Of what has changed until then, nobody has told.
        changed()
        return end
      }
      return tree ? tree.rest.hold(listen) : listen()
    },
    [tree, subscribe],
  )
  return useStore(whileShown, read, readAtBuild)
}
