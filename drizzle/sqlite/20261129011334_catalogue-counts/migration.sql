ALTER TABLE `catalogue_stores` ADD `counted_at` integer;--> statement-breakpoint
ALTER TABLE `catalogue_stores` ADD `short_by` integer;