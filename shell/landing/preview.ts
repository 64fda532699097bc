import { toolWall } from './illustration.ts'
import { pageStyles } from './styles.ts'

/** The sheet that `preview.png` is a picture of, 1200 × 630: names no business, so that it fits every one. */
export const renderPreview = async (): Promise<string> => `<!doctype html><style>${await pageStyles()}
  body { display: grid; grid-template-columns: 1fr 560px; align-items: center; gap: 40px; width: 1200px; height: 630px; padding: 0 56px 0 72px; }
  h1 { font-size: 76px; line-height: 1.02; } p { margin-top: 28px; font-size: 28px; line-height: 1.4; color: var(--muted); }
  strong { color: var(--accent); } svg.tools { display: block; width: 560px; }
</style><body><div><h1>Solid repairs, plain&nbsp;prices.</h1><p><strong>$75 per hour.</strong> A free estimate, and a detailed quote within 24&nbsp;hours.</p></div>${toolWall.text}</body>`
