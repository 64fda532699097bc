import { createRoot } from 'react-dom/client'
import { Gallery } from './Gallery.tsx'

const root = document.getElementById('root') as HTMLElement
createRoot(root).render(<Gallery />)
