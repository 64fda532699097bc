import { remoteConfig } from '@plumbline/build/remote'

export default remoteConfig(import.meta.dirname, 'messaging')
