export type JsonEditorProps = {
  label: string
  value: string
  onChange: (text: string) => void
}
