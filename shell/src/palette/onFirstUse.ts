// what the header loads when it is used for the first time
export { AccountMenu } from './AccountMenu.tsx'
export { CreateMenu, createByKey } from './CreateMenu.tsx'
export { Palette } from './Palette.tsx'
