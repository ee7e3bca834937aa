/** The materials are below the main content of the pages of classes and events: one chunk, loaded after it. */
export const loadMaterials = () =>
  import(/* webpackChunkName: "slot-event-materials" */ './class-materials').then(
    ({ ClassMaterials }) => ClassMaterials,
  );
