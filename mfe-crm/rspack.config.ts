import { remoteConfig } from '@plumbline/build'

export default remoteConfig(import.meta.dirname, 'crm')
