export { Link as PageLink } from 'react-router'
