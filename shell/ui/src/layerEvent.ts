/** Of the window, when a dialog or drawer opens: an event, because layers and notifications come from different bundles. */
export const layerEvent = 'plumbline:layer'
