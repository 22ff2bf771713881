CREATE TABLE "destination_names" (
	"destination_id" text,
	"name" text,
	"job_id" text NOT NULL,
	CONSTRAINT "destination_names_pkey" PRIMARY KEY("destination_id","name")
);
--> statement-breakpoint
CREATE INDEX "destination_names_job" ON "destination_names" ("job_id");--> statement-breakpoint
ALTER TABLE "destination_names" ADD CONSTRAINT "destination_names_destination_id_destinations_id_fkey" FOREIGN KEY ("destination_id") REFERENCES "destinations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "destination_names" ADD CONSTRAINT "destination_names_job_id_jobs_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE;