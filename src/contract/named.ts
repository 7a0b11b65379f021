// Contract: names for the types of large schemas.

/**
 * An interface that extends it has the same members as `Schema`. The declarations of schemas that contain it refer to the
 * name; they would repeat the whole type otherwise, which doubles the size of the published declarations.
 */
export type Named<Schema> = Schema;
