// For the pipeline: fails when the tests read an overlay differently from kustomize.
//   kustomize build overlays/small -o small.yaml && node compareOverlay.ts small small.yaml
import { deepStrictEqual } from 'node:assert'
import { join } from 'node:path'
import { root } from '../../processes/config.ts'
import { build, type Manifest, readManifests } from './kustomize.ts'

const [overlay = '', file = ''] = process.argv.slice(2)

// kustomize sorts the objects by kind
const byName = (objects: Manifest[]) =>
  Object.fromEntries(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object]))

const ours = build(join(root, 'infra/deployment/kubernetes/overlays', overlay))
const printed = readManifests(file)
deepStrictEqual(byName(ours), byName(printed))
console.log(`${overlay}: ${printed.length} objects, the same as those of kustomize`)
