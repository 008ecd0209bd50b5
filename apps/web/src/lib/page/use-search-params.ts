export { useSearchParams } from 'react-router'
