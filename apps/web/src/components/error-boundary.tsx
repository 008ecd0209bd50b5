import { Component, type ReactNode } from 'react'
import { analytics } from '#web/lib/analytics/analytics.ts'
import { retryFailedParts } from '#web/lib/page/lazy-part.tsx'
import { reportError } from '#web/lib/report-error.ts'
import { ErrorScreen } from './error-screen.tsx'

type State = { error: Error | null }

/** Shows the generic error screen in place of a subtree that failed to render, and reports it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override componentDidCatch(error: Error): void {
    reportError({ type: 'react_error_boundary', message: error.message, stack: error.stack })
  }

  retry = (): void => {
    analytics.track('button_click', { button: 'try_again', place: 'error' })
    retryFailedParts()
    this.setState({ error: null })
  }

  /** A revisit tries again. */
  override componentWillUnmount(): void {
    if (this.state.error) retryFailedParts()
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children
    return <ErrorScreen onRetry={this.retry} />
  }
}
